import { US_TIME_ZONES } from '@clearwatch/contracts/institution';
import type { InstitutionFields, InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import { institutionProblems, normalizeInstitution } from '@clearwatch/domain/institution-profile';
import { Input, Select } from 'antd';
import { useSectionDraft } from '../draft/use-section-draft.ts';
import { useReportUnsaved } from '../unsaved/unsaved-sections.tsx';
import { NewerProfile } from './newer-profile.tsx';
import { SettingField } from './setting-field.tsx';
import { useSaveInstitution } from './use-save-institution.ts';
import { OWN_ZONE, ZONE_WORDS } from './zone-words.ts';

type OneLine = Exclude<keyof InstitutionFields, 'addressLines' | 'displayTimeZone'>;

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
    field: 'contactName',
    label: 'Institution contact',
    hint: 'The person or office to ask.',
    most: 120,
  },
  {
    field: 'contactPhone',
    label: 'Contact telephone',
    hint: 'Of the office that answers for compliance.',
    inputMode: 'tel',
    most: 40,
  },
  {
    field: 'contactEmail',
    label: 'Contact e-mail',
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
  const tidy = normalizeInstitution(fields);
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
      <SettingField
        label="Time zone"
        hint={`Times are shown in it, on screens and in PDFs. Days begin and end in ${saved.timeZone}, the zone of the server.`}
      >
        {({ status: _never, ...attributes }) => (
          <Select
            {...attributes}
            value={fields.displayTimeZone ?? ''}
            options={[
              { value: '', label: OWN_ZONE },
              ...US_TIME_ZONES.map((zone) => ({ value: zone, label: ZONE_WORDS[zone] })),
            ]}
            onChange={(zone) =>
              change({ displayTimeZone: US_TIME_ZONES.find((known) => known === zone) ?? null })
            }
          />
        )}
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
  contactName,
  contactPhone,
  contactEmail,
  displayTimeZone,
}: InstitutionProfile): InstitutionFields {
  return {
    name,
    routingNumber,
    charterNumber,
    addressLines,
    contactName,
    contactPhone,
    contactEmail,
    displayTimeZone,
  };
}
