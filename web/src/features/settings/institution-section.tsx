import { US_TIME_ZONES, type UsTimeZone } from '@clearwatch/contracts/institution';
import type {
  InstitutionFields,
  InstitutionProfile,
  SaveInstitutionRequest,
} from '@clearwatch/contracts/institution.dto';
import { institutionProblems, normalizeInstitution } from '@clearwatch/domain/institution-profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { getInstitution, INSTITUTION_KEY, saveInstitution } from '../../api/institution-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { Panel, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { type SectionDraft, useReportUnsaved, useSectionDraft } from './section-drafts.tsx';

/** As people in the United States call them, in the order of the map from east to west. */
const TIME_ZONE_LABELS: Readonly<Record<UsTimeZone, string>> = {
  'America/New_York': 'US Eastern',
  'America/Chicago': 'US Central',
  'America/Denver': 'US Mountain',
  'America/Los_Angeles': 'US Pacific',
};

const READER_TIME_ZONE_LABEL = 'Each reader’s own';

const NOT_STATED = <span className="quiet">Not stated</span>;

/** The profile for those who do not change it. */
function InstitutionFacts({ profile }: { profile: InstitutionProfile }) {
  const { name, routingNumber, charterNumber, addressLines, timeZone, displayTimeZone } = profile;
  const { contactName, contactPhone, contactEmail } = profile;
  return (
    <Facts>
      <Fact term="Name" value={name === '' ? NOT_STATED : name} />
      <Fact term="ABA routing number" value={routingNumber ?? NOT_STATED} />
      <Fact term="NCUA charter number" value={charterNumber ?? NOT_STATED} />
      <Fact
        term="Address"
        value={
          addressLines.length === 0 ? (
            NOT_STATED
          ) : (
            <span className="address-lines">{addressLines.join('\n')}</span>
          )
        }
      />
      <Fact term="Institution contact" value={contactName ?? NOT_STATED} />
      <Fact term="Contact telephone" value={contactPhone ?? NOT_STATED} />
      <Fact term="Contact e-mail" value={contactEmail ?? NOT_STATED} />
      <Fact
        term="Time zone"
        value={displayTimeZone === null ? READER_TIME_ZONE_LABEL : TIME_ZONE_LABELS[displayTimeZone]}
      />
      <Fact term="Days begin and end in" value={timeZone} />
    </Facts>
  );
}

interface ProfileConflictNoticeProps {
  saved: InstitutionProfile;
  draft: SectionDraft<InstitutionFields>;
}

/** Somebody was faster: who, and how to go on. What is not changed here shows already what he saved. */
function ProfileConflictNotice({ saved: { savedBy, savedAt, version }, draft }: ProfileConflictNoticeProps) {
  return (
    <Alert
      className="newer-profile"
      type="warning"
      showIcon
      title={`${savedBy ?? 'Somebody'} saved version ${version} meanwhile${savedAt === null ? '' : `, on ${formatDateTime(savedAt)}`}`}
      description={
        <div className="newer-policy">
          <p>Below, the fields that you changed are yours; all others are as they were saved.</p>
          <div className="newer-policy-buttons">
            <Button type="primary" onClick={draft.carryOver}>
              Keep my changes
            </Button>
            <Button onClick={draft.discard}>Drop my changes</Button>
          </div>
        </div>
      }
    />
  );
}

interface FieldAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
  status?: 'error';
}

interface SettingFieldProps {
  label: string;
  hint: string;
  problem?: string | undefined;
  children: (attributes: FieldAttributes) => ReactNode;
}

/** A field with its name, what it is for, and what is wrong with it. */
function SettingField({ label, hint, problem, children }: SettingFieldProps) {
  const id = useId();
  const wordsId = `${id}-words`;
  const isWrong = problem !== undefined;
  return (
    <div className="setting-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': wordsId,
        ...(isWrong && { status: 'error' as const }),
      })}
      <span id={wordsId} className={isWrong ? 'field-problem' : 'quiet'}>
        {problem ?? hint}
      </span>
    </div>
  );
}

/** Saves the profile. When somebody else was faster, what he saved is read, and the changes stay as they are. */
function useSaveInstitution(onSaved: () => void): (request: SaveInstitutionRequest) => Promise<void> {
  const client = useQueryClient();
  return async (request) => {
    try {
      const saved = await saveInstitution(request);
      // An answer that was asked for before must not come after.
      await client.cancelQueries({ queryKey: INSTITUTION_KEY });
      client.setQueryData(getInstitution().queryKey, saved);
      onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: INSTITUTION_KEY });
      throw error;
    }
  };
}

type SingleLineField = Exclude<keyof InstitutionFields, 'addressLines' | 'displayTimeZone'>;

interface FieldText {
  field: SingleLineField;
  label: string;
  hint: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  most: number;
}

const IDENTIFIER_FIELDS: FieldText[] = [
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
const CONTACT_FIELDS: FieldText[] = [
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
function InstitutionForm({ saved }: { saved: InstitutionProfile }) {
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
          blocker: draft.isOvertaken ? `Version ${saved.version} was saved meanwhile` : null,
          discard: draft.discard,
          save: { now: () => save(Object.assign({}, tidy, { basedOn: saved.version })) },
        },
  );
  const fieldOf = ({ field, label, hint, inputMode, most }: FieldText) => (
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
      {draft.isOvertaken && <ProfileConflictNotice saved={saved} draft={draft} />}
      {IDENTIFIER_FIELDS.map(fieldOf)}
      <SettingField
        label="Time zone"
        hint={`Times are shown in it, on screens and in PDFs. Days begin and end in ${saved.timeZone}, the zone of the server.`}
      >
        {({ status: _never, ...attributes }) => (
          <Select
            {...attributes}
            value={fields.displayTimeZone ?? ''}
            options={[
              { value: '', label: READER_TIME_ZONE_LABEL },
              ...US_TIME_ZONES.map((zone) => ({ value: zone, label: TIME_ZONE_LABELS[zone] })),
            ]}
            onChange={(zone) =>
              change({ displayTimeZone: US_TIME_ZONES.find((known) => known === zone) ?? null })
            }
          />
        )}
      </SettingField>
      {CONTACT_FIELDS.map(fieldOf)}
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

/** Since when the profile says what it says, and who may change it. */
function ProfileSavedBy({ profile, mayEdit }: { profile: InstitutionProfile; mayEdit: boolean }) {
  const { savedBy, savedAt, version } = profile;
  return (
    <span className="policy-facts quiet">
      {savedBy === null || savedAt === null
        ? 'Not saved yet'
        : `Version ${version} · ${formatDateTime(savedAt)} by ${savedBy}`}
      {!mayEdit && ' · Admins can change it.'}
    </span>
  );
}

/** Whose papers these are: admins write it, everybody may read it. */
export function InstitutionSection() {
  const profile = useQuery(getInstitution());
  const { data: user } = useQuery(getCurrentUser());
  const mayEdit = user?.role === 'Admin';
  return (
    <Panel
      title="Institution profile"
      badges={profile.data && <ProfileSavedBy profile={profile.data} mayEdit={mayEdit} />}
    >
      <QueryStates
        query={profile}
        skeleton={<SkeletonLines lines={6} height={36} />}
        failed="The profile of the institution could not be loaded."
      >
        {(saved) => (mayEdit ? <InstitutionForm saved={saved} /> : <InstitutionFacts profile={saved} />)}
      </QueryStates>
    </Panel>
  );
}
