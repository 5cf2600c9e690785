import './components.css';
import { type DefinedMetric, METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DefinitionInfo } from './definition-info.tsx';
import { SkeletonLines } from './panel.tsx';

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

type FactProps = { term: string; value?: ReactNode; definition?: DefinedMetric; children?: ReactNode };

export function Fact({ term, value, definition, children }: FactProps) {
  return (
    <div>
      <dt>
        {term}
        {definition !== undefined && <DefinitionInfo figure={definition} />}
      </dt>
      <dd className={value === undefined ? undefined : 'figures'}>{value ?? children}</dd>
    </div>
  );
}

interface FigureCardProps {
  definition: DefinedMetric;
  /** Default: the label of the definition. */
  label?: string;
  figure: ReactNode;
  exact?: string;
  note?: ReactNode;
  link?: { to: string; text: string } | false;
}

/** "$999,999,999" fits the narrowest card in the large font. */
const ROOMY_LENGTH = 12;

export function FigureCard({ definition, figure, exact, note, link, ...props }: FigureCardProps) {
  const { label = METRIC_DEFINITIONS[definition].label } = props;
  const isLong = typeof figure === 'string' && figure.length > ROOMY_LENGTH;
  return (
    <article className="panel figure-card" aria-label={label}>
      <div className="figure-card-head">
        <h2>{label}</h2>
        <DefinitionInfo figure={definition} />
      </div>
      <p className={`figure-card-figure figures ${isLong ? 'figure-card-figure-long' : ''}`} title={exact}>
        {figure}
      </p>
      {(note !== undefined || link) && (
        <p className="figure-card-note">
          {note}
          {link && <Link to={link.to}>{link.text}</Link>}
        </p>
      )}
    </article>
  );
}

export function FigureCards({ children }: { children: ReactNode }) {
  return (
    <section className="figure-cards" aria-label="Key figures">
      {children}
    </section>
  );
}

export function FigureCardsSkeleton({ count = 4 }: { count?: 3 | 4 }) {
  return (
    <div className={count === 3 ? 'figure-cards figure-cards-three' : 'figure-cards'}>
      {Array.from({ length: count }, (_, card) => (
        <div key={card} className="panel figure-card" data-testid="figure-skeleton">
          <SkeletonLines lines={2} height={24} />
        </div>
      ))}
    </div>
  );
}
