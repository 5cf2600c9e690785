import type { SavedFilter, TransactionFilters } from '@clearwatch/contracts/http/transaction-reports';
import { Checkbox, Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { changeFilter, saveFilter } from '../../../api/report-filters.ts';
import { useFocusAround } from '../../../dialogs/use-focus-around.ts';
import { useFilterChange } from './use-filter-change.ts';

interface Entered {
  name: string;
  isShared: boolean;
}

interface SaveFilterDialogProps {
  filters: TransactionFilters;
  /** The user's own saved filters: a name among them is saved over. */
  own: readonly SavedFilter[];
  onClose: () => void;
}

/** Keeps the filters that apply under a name. The name of one's own filter replaces that one, and says so before. */
export function SaveFilterDialog({ filters, own, onClose }: SaveFilterDialogProps) {
  const formId = useId();
  const [form] = Form.useForm<Entered>();
  const change = useFilterChange(onClose);
  useFocusAround(true);
  const typed = Form.useWatch('name', form) ?? '';
  const replaced = own.find(({ name }) => isSameName(name, typed));
  const submit = ({ name, isShared }: Entered): void => {
    const saved = { name: name.trim(), visibility: isShared ? 'shared' : 'own', filters } as const;
    change.mutate({
      call: () => (replaced === undefined ? saveFilter(saved) : changeFilter(replaced.id, saved)),
      done: { title: 'Filters Saved', description: `They are kept as “${saved.name}”.` },
      failed: 'The filters could not be saved.',
    });
  };
  return (
    <Modal
      open
      title="Save filters"
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
        <Form.Item
          name="name"
          label="Name"
          rules={[{ required: true, whitespace: true, message: 'Name is required' }]}
          extra={replaced === undefined ? undefined : 'You have filters of this name. Saving replaces them.'}
        >
          <Input
            autoComplete="off"
            maxLength={80}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is this form
            autoFocus
          />
        </Form.Item>
        <Form.Item name="isShared" valuePropName="checked">
          <Checkbox>Share with all colleagues</Checkbox>
        </Form.Item>
      </Form>
    </Modal>
  );
}

function isSameName(name: string, typed: string): boolean {
  return name.toLowerCase() === typed.trim().toLowerCase();
}
