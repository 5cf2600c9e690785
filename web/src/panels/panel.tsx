import { type ReactNode, useId } from 'react';
import { PanelBoundary } from './panel-boundary.tsx';
import './panels.css';

interface PanelProps {
  title: string;
  /** Beside the title: counts, badges. */
  badges?: ReactNode;
  /** At the right end of the heading: what can be done with the panel. */
  actions?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A framed part of a screen, a region named by its heading. */
export function Panel({ title, badges, actions, id, className, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={`panel ${className ?? ''}`} aria-labelledby={headingId} id={id}>
      <header className="panel-head">
        <h2 id={headingId}>{title}</h2>
        {badges}
        {actions !== undefined && <div className="panel-actions">{actions}</div>}
      </header>
      <div className="panel-body">
        <PanelBoundary>{children}</PanelBoundary>
      </div>
    </section>
  );
}
