import { Checkbox, Form, Modal } from 'antd';
import { useId } from 'react';
import { useFocusAround } from '../dialogs/use-focus-around.ts';
import { useToldChange } from '../toasts/use-told-change.ts';
import { isSameName, type Keeping, type Kept, type Labels } from './kept.ts';
import { NameField } from './name-field.tsx';

interface Entered {
  name: string;
  isShared: boolean;
}

interface SaveDialogProps<Thing extends Kept> {
  keeping: Keeping<Thing>;
  /** What the user keeps: a name among them is saved over. */
  own: readonly Thing[];
  onClose: () => void;
}

/** Keeps what the screen shows under a name. The name of something of one's own replaces that, and says so before. */
export function SaveDialog<Thing extends Kept>({ keeping, own, onClose }: SaveDialogProps<Thing>) {
  const formId = useId();
  const [form] = Form.useForm<Entered>();
  const { words, outdated } = keeping;
  const change = useToldChange(outdated, onClose);
  useFocusAround(true);
  const typed = Form.useWatch('name', form) ?? '';
  const replaced = own.find(({ name }) => isSameName(name, typed));
  const submit = ({ name, isShared }: Entered): void => {
    const labels: Labels = { name: name.trim(), visibility: isShared ? 'shared' : 'own' };
    change.mutate({
      call: () => (replaced === undefined ? keeping.save(labels) : keeping.replace(replaced, labels)),
      done: words.saved(labels.name),
      failed: words.saveFailed,
    });
  };
  return (
    <Modal
      open
      title={words.save}
      width={440}
      mask={{ closable: false }}
      onCancel={() => !change.isPending && onClose()}
      okText={change.isPending ? 'Saving...' : replaced === undefined ? 'Save' : 'Replace'}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: change.isPending }}
      cancelButtonProps={{ disabled: change.isPending }}
    >
      <Form<Entered>
        id={formId}
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onSubmit"
        initialValues={{ name: '', isShared: false }}
        onFinish={submit}
      >
        <NameField extra={replaced === undefined ? undefined : words.replaces} />
        <Form.Item name="isShared" valuePropName="checked">
          <Checkbox>Share with all colleagues</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}
