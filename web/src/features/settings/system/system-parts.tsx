import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons';
import type { HealthState, SystemComponent } from '@clearwatch/contracts/system-status.dto';

const STATE_WORDS: Readonly<Record<HealthState, string>> = {
  up: 'Up',
  recovering: 'Recovering',
  down: 'Does not answer',
};

/** Every part that was asked, and what it answered. */
export function SystemParts({ parts }: { parts: readonly SystemComponent[] }) {
  return (
    <ul className="system-parts" aria-label="Parts of the system">
      {parts.map(({ name, title, state, milliseconds }) => (
        <li key={name} className={state === 'up' ? 'system-part' : 'system-part system-part-down'}>
          {state === 'up' ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
          <span>
            <strong>{title}</strong>
            <span className="quiet">
              {STATE_WORDS[state]}
              {name !== 'gateway' && state === 'up' && ` · ${milliseconds} ms`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
