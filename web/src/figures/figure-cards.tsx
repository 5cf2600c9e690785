import type { ReactNode } from 'react';
import { SkeletonLines } from '../panels/skeleton-lines.tsx';
import './figures.css';

/** Four key figures in a row. */
export function FigureCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="figure-cards" aria-label={label}>
      {children}
    </section>
  );
}

/** In the place of the cards while they load. */
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
