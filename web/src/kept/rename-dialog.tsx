import { Form, Modal } from 'antd';
import { useId } from 'react';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { useToldChange } from '../toasts/use-told-change.ts';
import type { Keeping, Kept } from './kept.ts';
import { NameField } from './name-field.tsx';

interface RenameDialogProps<Thing extends Kept> {
  keeping: Keeping<Thing>;
  kept: Thing;
  onClose: () => void;
}

/** Another name for something kept. It stays until the server has answered: a name that is taken is refused there. */
export function RenameDialog<Thing extends Kept>({ keeping, kept, onClose }: RenameDialogProps<Thing>) {
  const formId = useId();
  const { words, outdated } = keeping;
  const change = useToldChange(outdated, onClose);
  useFocusAround(true);
  const { name: before, visibility } = kept;
  const submit = ({ name }: { name: string }): void =>
    change.mutate({
      call: () => keeping.relabel(kept, { name: name.trim(), visibility }),
      done: words.renamed(before, name.trim()),
      failed: words.renameFailed,
    });
  return (
    <Modal
      open
      title={`Rename “${before}”`}
      width={440}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Renaming...' : 'Rename'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<{ name: string }>
        id={formId}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ name: before }}
        onFinish={submit}
      >
        <NameField />
      </Form>
    </Modal>
  );
}
