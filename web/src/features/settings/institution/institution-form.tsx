import type { InstitutionFields, InstitutionProfile } from '@clearwatch/contracts/http/institution';
import { institutionProblems, tidyInstitution } from '@clearwatch/domain/institution/institution-problems';
import { Input } from 'antd';
import { useSectionDraft } from '../draft/use-section-draft.ts';
import { useReportUnsaved } from '../unsaved/unsaved-sections.tsx';
import { NewerProfile } from './newer-profile.tsx';
import { SettingField } from './setting-field.tsx';
import { useSaveInstitution } from './use-save-institution.ts';

type OneLine = Exclude<keyof InstitutionFields, 'addressLines'>;

interface FieldWords {
  field: OneLine;
  label: string;
  hint: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  most: number;
}

const NUMBERS: FieldWords[] = [
  { field: 'name', label: 'Name', hint: 'Stands above reports, evidence and printed pages.', most: 120 },
  {
    field: 'routingNumber',
    label: 'ABA routing number',
    hint: 'Nine digits; the last one is checked against the others.',
    inputMode: 'numeric',
    most: 12,
  },
  {
    field: 'charterNumber',
    label: 'NCUA charter number',
    hint: 'If there is one.',
    inputMode: 'numeric',
    most: 8,
  },
];
const CONTACTS: FieldWords[] = [
  {
    field: 'contactPhone',
    label: 'Compliance telephone',
    hint: 'Of the office, not of a person.',
    inputMode: 'tel',
    most: 40,
  },
  {
    field: 'contactEmail',
    label: 'Compliance e-mail',
    hint: 'A mailbox of the office, not of a person.',
    inputMode: 'email',
    most: 254,
  },
];

/** The profile for admins. What is typed is checked by the rules of the server while it is typed. */
export function InstitutionForm({ saved }: { saved: InstitutionProfile }) {
  const draft = useSectionDraft('institution', { fields: fieldsOf(saved), version: saved.version });
  const save = useSaveInstitution(draft.discard);
  const { fields, changes, change } = draft;
  const tidy = tidyInstitution(fields);
  const problems = changes === 0 ? {} : institutionProblems(tidy);
  useReportUnsaved(
    'institution',
    changes === 0
      ? null
      : {
          what: 'institution profile',
          changes,
          problems: Object.keys(problems).length,
          hindrance: draft.isOvertaken ? `Version ${saved.version} was saved meanwhile` : null,
          discard: draft.discard,
          save: { now: () => save(Object.assign({}, tidy, { basedOn: saved.version })) },
        },
  );
  const fieldOf = ({ field, label, hint, inputMode, most }: FieldWords) => (
    <SettingField key={field} label={label} hint={hint} problem={problems[field]}>
      {(attributes) => (
        <Input
          {...attributes}
          {...(inputMode !== undefined && { inputMode })}
          autoComplete="off"
          maxLength={most}
          value={fields[field] ?? ''}
          onChange={({ target: { value } }) =>
            change({ [field]: value === '' && field !== 'name' ? null : value })
          }
        />
      )}
    </SettingField>
  );
  return (
    <div className="setting-form">
      {draft.isOvertaken && <NewerProfile saved={saved} draft={draft} />}
      {NUMBERS.map(fieldOf)}
      <SettingField label="Time zone" hint="Days begin and end by it. Whoever runs the server sets it (TZ).">
        {(attributes) => <Input {...attributes} value={saved.timeZone} readOnly variant="filled" />}
      </SettingField>
      {CONTACTS.map(fieldOf)}
      <SettingField label="Address" hint="Four lines at most." problem={problems.addressLines}>
        {(attributes) => (
          <Input.TextArea
            {...attributes}
            autoSize={{ minRows: 3, maxRows: 5 }}
            maxLength={400}
            value={fields.addressLines.join('\n')}
            onChange={({ target: { value } }) =>
              change({ addressLines: value === '' ? [] : value.split('\n') })
            }
          />
        )}
      </SettingField>
    </div>
  );
}

function fieldsOf({
  name,
  routingNumber,
  charterNumber,
  addressLines,
  contactPhone,
  contactEmail,
}: InstitutionProfile): InstitutionFields {
  return { name, routingNumber, charterNumber, addressLines, contactPhone, contactEmail };
}
