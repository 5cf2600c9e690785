import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { Link, useSearchParams } from 'react-router-dom';
import { formatCount } from '../../../formats/count.ts';
import { type AlertListState, alertListAddress } from '../list/alert-list-state.ts';
import './counters.css';

interface Counter {
  label: string;
  count: (counts: AlertCounts) => number;
  /** What the list shows after a click. */
  leadsTo: Partial<AlertListState>;
}

/** The five counters of the specification. */
const COUNTERS: Counter[] = [
  { label: 'Total Alerts', count: ({ total }) => total, leadsTo: {} },
  { label: 'High Risk', count: ({ high }) => high, leadsTo: { tab: 'high' } },
  { label: 'Medium Risk', count: ({ medium }) => medium, leadsTo: { riskLevel: 'medium' } },
  { label: 'Unreviewed', count: ({ unreviewed }) => unreviewed, leadsTo: { tab: 'unreviewed' } },
  { label: 'Reviewed', count: ({ reviewed }) => reviewed, leadsTo: { reviewed: 'true' } },
];

/** How many alerts there are of each kind; each leads to them. */
export function AlertCounters({ counts }: { counts: AlertCounts }) {
  const [here] = useSearchParams();
  return (
    <section className="alert-counters" aria-label="Alerts in numbers">
      {COUNTERS.map(({ label, count, leadsTo }) => (
        <article key={label} className="panel alert-counter" aria-label={label}>
          <h2>
            <Link className="whole-card-link" to={alertListAddress(leadsTo, here)}>
              {label}
            </Link>
          </h2>
          <p className="alert-counter-figure figures">{formatCount(count(counts))}</p>
        </article>
      ))}
    </section>
  );
}
