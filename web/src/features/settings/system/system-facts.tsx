import type { BackupStatus, SystemStatus, UploadStorage } from '@clearwatch/contracts/system-status.dto';
import { Link } from 'react-router-dom';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { formatBytes, formatCount } from '../../../formats/count.ts';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';
import { formatPercent } from '../../../formats/percent.ts';

const NO_ANSWER = <span className="quiet">Not known at the moment</span>;

/** How far the ledger reaches, what came last, and how much room there is. */
export function SystemFacts({ system: { ledger, newestImport, details } }: { system: SystemStatus }) {
  return (
    <Facts>
      <Fact
        term="Ledger"
        value={
          ledger === null
            ? NO_ANSWER
            : `${ledger.asOf === null ? 'Empty' : `As of ${formatDay(ledger.asOf)}`} · version ${formatCount(ledger.version)}`
        }
      />
      <Fact
        term="Newest import"
        value={
          newestImport === null ? (
            <span className="quiet">None, or not known at the moment</span>
          ) : (
            <>
              <Link to={`/import?import=${newestImport.id}`}>{newestImport.fileName}</Link>
              {` · ${stateWords(newestImport.state)} ${formatDateTime(newestImport.at)}`}
            </>
          )
        }
      />
      {details !== null && (
        <>
          <Fact
            term={details.uploads?.inBucket === true ? 'Uploaded files' : 'Disk of uploaded files'}
            value={details.uploads === null ? NO_ANSWER : room(details.uploads)}
          />
          <Fact
            term="Last backup"
            value={details.backup === null ? NO_ANSWER : backupWords(details.backup)}
          />
        </>
      )}
    </Facts>
  );
}

const STATES: Readonly<Record<string, string>> = {
  received: 'received',
  needs_mapping: 'waits for a mapping since',
  importing: 'being imported since',
  stored: 'stored',
  failed: 'failed',
  undone: 'undone; it had been stored',
  discarded: 'discarded',
};

function stateWords(state: string): string {
  return STATES[state] ?? state;
}

function backupWords({ last }: BackupStatus): string {
  if (last === null) return 'None was made yet';
  return `${formatDateTime(last.at)} · ${formatBytes(last.bytes)} · key ${last.keyId}`;
}

function room({ inBucket, freeBytes, totalBytes }: UploadStorage): string {
  const share = totalBytes === 0 ? 0 : (freeBytes / totalBytes) * 100;
  const words = `${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)} (${formatPercent(share)})`;
  return inBucket ? `In a bucket; for those on their way ${words}` : words;
}
