import type { EvidenceFigure } from '@clearwatch/contracts/alerts';
import { barScale } from './bar-scale.ts';

/** A figure as a bar with its threshold as a line across. Decoration: the words stand beside it. */
export function FigureBar({ figure }: { figure: EvidenceFigure }) {
  const scale = barScale(figure);
  if (scale === null) return null;
  return (
    <svg className="figure-bar" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className="figure-bar-ground" x="0" y="5" width="100" height="6" />
      <rect
        className={figure.met ? 'figure-bar-met' : 'figure-bar-unmet'}
        x="0"
        y="5"
        width={scale.filled}
        height="6"
      />
      <line
        className="figure-bar-line"
        x1={scale.line}
        x2={scale.line}
        y1="1"
        y2="15"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
