import type { SavedFilter } from '@clearwatch/contracts/http/transaction-reports';
import { Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { changeFilter } from '../../../api/report-filters.ts';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useFilterChange } from './use-filter-change.ts';

interface RenameDialogProps {
  saved: SavedFilter;
  onClose: () => void;
}

/** Another name for saved filters. It stays until the server has answered: a name that is taken is refused there. */
export function RenameDialog({ saved, onClose }: RenameDialogProps) {
  const formId = useId();
  const change = useFilterChange(onClose);
  useFocusAround(true);
  const { id, visibility, filters } = saved;
  const submit = ({ name }: { name: string }): void =>
    change.mutate({
      call: () => changeFilter(id, { name: name.trim(), visibility, filters }),
      done: { title: 'Filters Renamed', description: `“${saved.name}” is now “${name.trim()}”.` },
      failed: 'The filters could not be renamed.',
    });
  return (
    <Modal
      open
      title={`Rename “${saved.name}”`}
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
        initialValues={{ name: saved.name }}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label="Name"
          rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
        >
          <Input
            autoComplete="off"
            maxLength={80}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form
            autoFocus
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
