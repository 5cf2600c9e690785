import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import type { ReactNode } from 'react';
import { DefinitionInfo } from '../definitions/definition-info.tsx';
import './figures.css';

/** Facts one below the other, each term with its value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

interface FactProps {
  term: string;
  value: ReactNode;
  definition?: DefinedMetric;
}

export function Fact({ term, value, definition }: FactProps) {
  return (
    <div>
      <dt>
        {term}
        {definition !== undefined && <DefinitionInfo figure={definition} />}
      </dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
