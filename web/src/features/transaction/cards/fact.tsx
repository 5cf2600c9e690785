import type { ReactNode } from 'react';

interface FactProps {
  term: string;
  children: ReactNode;
}

/** One line of a card. */
export function Fact({ term, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
