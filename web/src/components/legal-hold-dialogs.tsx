import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { ACCOUNT_NUMBER_MAX_LENGTH, REFERENCE_MAX_LENGTH } from '@clearwatch/contracts/text-limits';
import { displayName } from '@clearwatch/domain/members/member-names';
import { Form, Input, Radio } from 'antd';
import { LEGAL_HOLDS_KEY, placeHold, releaseHold } from '../api/legal-holds-api.ts';
import { useRestoreFocus } from '../lib/keyboard-focus.ts';
import { FormDialog, ReasonField, requiredText } from './form-dialog.tsx';
import { useChangeWithToast } from './use-change-with-toast.ts';

export function holdSubject({ accountNumber, member }: Pick<LegalHold, 'accountNumber' | 'member'>): string {
  if (accountNumber === null) return 'Everything';
  if (member === null) return 'Account without entries';
  const { firstName, lastName, company } = member;
  return displayName({ firstName, lastName, company, accountNumber });
}

function useHoldChange(onDone: () => void) {
  return useChangeWithToast([LEGAL_HOLDS_KEY, ['/api/system/retention']], onDone);
}

type PlaceHoldDialogProps = { account: { number: string; name: string } | null; onClose: () => void };

interface HoldFormValues {
  scope: 'account' | 'everything';
  accountNumber?: string;
  reason: string;
  reference?: string;
}

export function PlaceHoldDialog({ account, onClose }: PlaceHoldDialogProps) {
  const change = useHoldChange(onClose);
  useRestoreFocus(true);
  const [form] = Form.useForm<HoldFormValues>();
  const scope = Form.useWatch('scope', form);
  const submit = ({ scope: held, accountNumber = '', reason, reference = '' }: HoldFormValues): void => {
    const isAll = held === 'everything';
    change.mutate({
      call: () =>
        placeHold({
          accountNumber: isAll ? null : (account?.number ?? accountNumber.trim()),
          reason: reason.trim(),
          reference: reference.trim() || null,
        }),
      done: {
        title: 'Legal Hold Placed',
        description: isAll
          ? 'No data is removed until the hold is released.'
          : 'No data for this account is removed until the hold is released.',
      },
      failed: 'The legal hold could not be placed.',
    });
  };
  return (
    <FormDialog<HoldFormValues>
      title={account === null ? 'Place a legal hold' : `Place a legal hold on ${account.name}`}
      width={520}
      verb="Place hold"
      busyVerb="Placing..."
      busy={change.isPending}
      form={form}
      initialValues={{ scope: 'account' }}
      onFinish={submit}
      onClose={onClose}
    >
      {account === null && (
        <Form.Item name="scope" label="Subject">
          <Radio.Group
            options={[
              { value: 'account', label: 'One account' },
              { value: 'everything', label: 'Everything' },
            ]}
          />
        </Form.Item>
      )}
      {account === null && scope !== 'everything' && (
        <Form.Item name="accountNumber" label="Account number" rules={requiredText('Account number')}>
          <Input autoComplete="off" spellCheck={false} maxLength={ACCOUNT_NUMBER_MAX_LENGTH} />
        </Form.Item>
      )}
      <ReasonField />
      <Form.Item name="reference" label="Reference" extra="Optional. A docket number, subpoena or letter.">
        <Input autoComplete="off" maxLength={REFERENCE_MAX_LENGTH} />
      </Form.Item>
    </FormDialog>
  );
}

export function ReleaseHoldDialog({ hold, onClose }: { hold: LegalHold; onClose: () => void }) {
  const change = useHoldChange(onClose);
  useRestoreFocus(true);
  const submit = ({ reason }: { reason: string }): void =>
    change.mutate({
      call: () => releaseHold(hold.id, reason.trim()),
      done: {
        title: 'Legal Hold Released',
        description: `The hold on ${hold.accountNumber === null ? 'everything' : holdSubject(hold)} was released.`,
      },
      failed: 'The legal hold could not be released.',
    });
  return (
    <FormDialog<{ reason: string }>
      title={`Release the legal hold on ${hold.accountNumber === null ? 'everything' : holdSubject(hold)}`}
      width={520}
      verb="Release hold"
      busyVerb="Releasing..."
      danger
      busy={change.isPending}
      intro={
        <p>
          The next daily purge removes data past its retention period, unless another hold applies. Removed data cannot
          be recovered.
        </p>
      }
      onFinish={submit}
      onClose={onClose}
    >
      <ReasonField label="Reason for the release" />
    </FormDialog>
  );
}
