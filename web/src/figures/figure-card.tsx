import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DefinitionInfo } from '../definitions/definition-info.tsx';
import './figures.css';

interface FigureCardProps {
  label: string;
  figure: ReactNode;
  /** The figure to the cent, as a tooltip of the rounded one. */
  exact?: string;
  definition?: DefinedMetric;
  /** A few words under the figure. */
  note?: ReactNode;
  /** Where the figure leads, and what stands there to be clicked. */
  link?: { to: string; words: string };
}

/** "$999,999,999" still fits the narrowest card in large type. */
const ROOMY_LENGTH = 12;

/** A key figure with its label, what it means behind an icon, and where it leads. */
export function FigureCard({ label, figure, exact, definition, note, link }: FigureCardProps) {
  const isLong = typeof figure === 'string' && figure.length > ROOMY_LENGTH;
  return (
    <article className="panel figure-card" aria-label={label}>
      <div className="figure-card-head">
        <h2>{label}</h2>
        {definition !== undefined && <DefinitionInfo figure={definition} />}
      </div>
      <p className={`figure-card-figure figures ${isLong ? 'figure-card-figure-long' : ''}`} title={exact}>
        {figure}
      </p>
      {(note !== undefined || link !== undefined) && (
        <p className="figure-card-note">
          {note}
          {link !== undefined && <Link to={link.to}>{link.words}</Link>}
        </p>
      )}
    </article>
  );
}
