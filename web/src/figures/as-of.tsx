import { DefinitionInfo } from '../definitions/definition-info.tsx';
import { formatDay } from '../formats/dates.ts';
import './figures.css';

/** The day that all periods of a screen end with. */
export function AsOf({ day }: { day: string | null }) {
  return (
    <p className="as-of-day">
      {day === null ? 'No dated entries in the ledger' : `As of ${formatDay(day)}`}
      <DefinitionInfo figure="asOf" />
    </p>
  );
}
