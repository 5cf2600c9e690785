import { US_TIME_ZONES, type UsTimeZone } from '@clearwatch/contracts/institution';
import type { InstitutionFields, InstitutionProfile } from '@clearwatch/contracts/institution.dto';
import { institutionProblems, normalizeInstitution } from '@clearwatch/domain/institution-profile';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { ApiError } from '../../api/api-client.ts';
import { getInstitution, INSTITUTION_KEY, saveInstitution } from '../../api/institution-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { Panel, QueryStates } from '../../components/panel.tsx';
import { formatDateTime } from '../../lib/date-format.ts';
import { useReportUnsaved, useSectionDraft } from './section-drafts.tsx';

/** East to west. */
const TIME_ZONE_LABELS: Readonly<Record<UsTimeZone, string>> = {
  'America/New_York': 'US Eastern',
  'America/Chicago': 'US Central',
  'America/Denver': 'US Mountain',
  'America/Los_Angeles': 'US Pacific',
};

const READER_TIME_ZONE_LABEL = 'Each user’s local time';

const NOT_STATED = <span className="quiet">Not provided</span>;

function InstitutionFacts({ profile }: { profile: InstitutionProfile }) {
  const { addressLines, displayTimeZone } = profile;
  const textFact = ({ field, label }: TextFieldSpec) => (
    <Fact key={field} term={label} value={profile[field] || NOT_STATED} />
  );
  return (
    <Facts>
      {IDENTIFIER_FIELDS.map(textFact)}
      <Fact
        term="Address"
        value={
          addressLines.length === 0 ? NOT_STATED : <span className="address-lines">{addressLines.join('\n')}</span>
        }
      />
      {CONTACT_FIELDS.map(textFact)}
      <Fact
        term="Time zone"
        value={displayTimeZone === null ? READER_TIME_ZONE_LABEL : TIME_ZONE_LABELS[displayTimeZone]}
      />
      <Fact term="Server time zone" value={profile.timeZone} />
    </Facts>
  );
}

interface SettingFieldProps {
  label: string;
  hint: string;
  problem?: string | undefined;
  children: (attributes: {
    id: string;
    'aria-invalid': boolean;
    'aria-describedby': string;
    status: 'error' | '';
  }) => ReactNode;
}

function SettingField({ label, hint, problem, children }: SettingFieldProps) {
  const id = useId();
  const isWrong = problem !== undefined;
  return (
    <div className="setting-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': `${id}-hint`,
        status: isWrong ? 'error' : '',
      })}
      <span id={`${id}-hint`} className={isWrong ? 'field-problem' : 'quiet'}>
        {problem ?? hint}
      </span>
    </div>
  );
}

interface TextFieldSpec {
  field: Exclude<keyof InstitutionFields, 'addressLines' | 'displayTimeZone'>;
  label: string;
  hint: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  maxLength: number;
}

const IDENTIFIER_FIELDS: TextFieldSpec[] = [
  { field: 'name', label: 'Name', hint: 'Shown on reports, evidence and printed pages.', maxLength: 120 },
  {
    field: 'routingNumber',
    label: 'ABA routing number',
    hint: 'Nine digits. The last one is a check digit.',
    inputMode: 'numeric',
    maxLength: 12,
  },
  {
    field: 'charterNumber',
    label: 'NCUA charter number',
    hint: 'Optional.',
    inputMode: 'numeric',
    maxLength: 8,
  },
];
const CONTACT_FIELDS: TextFieldSpec[] = [
  {
    field: 'contactName',
    label: 'Institution contact',
    hint: 'The person or office to contact with questions.',
    maxLength: 120,
  },
  {
    field: 'contactPhone',
    label: 'Contact telephone',
    hint: 'The compliance office’s telephone number.',
    inputMode: 'tel',
    maxLength: 40,
  },
  {
    field: 'contactEmail',
    label: 'Contact email',
    hint: 'A shared mailbox, not a personal one.',
    inputMode: 'email',
    maxLength: 254,
  },
];

function InstitutionForm({ saved }: { saved: InstitutionProfile }) {
  const client = useQueryClient();
  const { version, savedBy, savedAt, timeZone, ...savedFields } = saved;
  const { fields, changes, change, discard, carryOver, isOvertaken } = useSectionDraft<InstitutionFields>(
    'institution',
    { fields: savedFields, version },
  );
  const normalized = normalizeInstitution(fields);
  const problems = changes === 0 ? {} : institutionProblems(normalized);
  const save = async (): Promise<void> => {
    try {
      const profile = await saveInstitution(Object.assign({}, normalized, { basedOn: version }));
      // An older response must not replace the saved profile.
      await client.cancelQueries({ queryKey: INSTITUTION_KEY });
      client.setQueryData(getInstitution().queryKey, profile);
      discard();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409)
        await client.invalidateQueries({ queryKey: INSTITUTION_KEY });
      throw error;
    }
  };
  useReportUnsaved(
    'institution',
    changes === 0
      ? null
      : {
          what: 'institution profile',
          changes,
          problems: Object.keys(problems).length,
          blocker: isOvertaken ? `Version ${version} has been saved since you started` : null,
          discard,
          save: { now: save },
        },
  );
  const textField = ({ field, label, hint, ...input }: TextFieldSpec) => (
    <SettingField key={field} label={label} hint={hint} problem={problems[field]}>
      {(attributes) => (
        <Input
          {...attributes}
          {...input}
          autoComplete="off"
          value={fields[field] ?? ''}
          onChange={({ target: { value } }) => change({ [field]: value === '' && field !== 'name' ? null : value })}
        />
      )}
    </SettingField>
  );
  return (
    <div className="setting-form">
      {isOvertaken && (
        // Fields without changes already show the newer values.
        <Alert
          className="newer-profile"
          type="warning"
          showIcon
          title={`${savedBy ?? 'Another user'} saved version ${version}${savedAt === null ? '' : ` on ${formatDateTime(savedAt)}`}`}
          description={
            <div className="newer-policy">
              <p>The fields you changed still show your values. All other fields show the new version.</p>
              <div className="newer-policy-buttons">
                <Button type="primary" onClick={carryOver}>
                  Keep my changes
                </Button>
                <Button onClick={discard}>Discard my changes</Button>
              </div>
            </div>
          }
        />
      )}
      {IDENTIFIER_FIELDS.map(textField)}
      <SettingField
        label="Time zone"
        hint={`For times on screens and in PDFs. Days begin and end in the server’s time zone, ${timeZone}.`}
      >
        {(attributes) => (
          <Select
            {...attributes}
            value={fields.displayTimeZone ?? ''}
            options={[
              { value: '', label: READER_TIME_ZONE_LABEL },
              ...US_TIME_ZONES.map((zone) => ({ value: zone, label: TIME_ZONE_LABELS[zone] })),
            ]}
            onChange={(zone) => change({ displayTimeZone: US_TIME_ZONES.find((known) => known === zone) ?? null })}
          />
        )}
      </SettingField>
      {CONTACT_FIELDS.map(textField)}
      <SettingField label="Address" hint="Up to four lines." problem={problems.addressLines}>
        {(attributes) => (
          <Input.TextArea
            {...attributes}
            autoSize={{ minRows: 3, maxRows: 5 }}
            maxLength={400}
            value={fields.addressLines.join('\n')}
            onChange={({ target: { value } }) => change({ addressLines: value === '' ? [] : value.split('\n') })}
          />
        )}
      </SettingField>
    </div>
  );
}

export function InstitutionSection() {
  const profile = useQuery(getInstitution());
  const { data: user } = useQuery(getCurrentUser());
  const mayEdit = user?.role === 'Admin';
  return (
    <Panel
      title="Institution profile"
      badges={
        profile.data && (
          <span className="policy-facts quiet">
            {profile.data.savedBy === null || profile.data.savedAt === null
              ? 'Not saved yet'
              : `Version ${profile.data.version} · ${formatDateTime(profile.data.savedAt)} by ${profile.data.savedBy}`}
            {!mayEdit && ' · Admins can change it.'}
          </span>
        )
      }
    >
      <QueryStates query={profile} height={36} failed="The institution profile could not be loaded.">
        {(saved) => (mayEdit ? <InstitutionForm saved={saved} /> : <InstitutionFacts profile={saved} />)}
      </QueryStates>
    </Panel>
  );
}
