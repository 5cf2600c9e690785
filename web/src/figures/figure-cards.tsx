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
export function FigureCardsSkeleton() {
  return (
    <div className="figure-cards">
      {[1, 2, 3, 4].map((card) => (
        <div key={card} className="panel figure-card" data-testid="figure-skeleton">
          <SkeletonLines lines={2} height={24} />
        </div>
      ))}
    </div>
  );
}
