type Frame = { values: number[]; width: number; height: number };

/** Covers half the stroke, so that the extremes are not cut off. */
const MARGIN = 1;

export function sparklinePath({ values, width, height }: Frame): string | null {
  if (values.length < 2) return null;
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = width / (values.length - 1);
  const points = values.map((value, index) => {
    // Equal values give a centered line.
    const share = range === 0 ? 0.5 : (value - lowest) / range;
    const y = height - MARGIN - share * (height - 2 * MARGIN);
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

const WIDTH = 96;
const HEIGHT = 28;

/** Hidden from screen readers: the figures are in the trend chart and its table. */
export function Sparkline({ values, color }: { values: number[]; color: string }) {
  const path = sparklinePath({ values, width: WIDTH, height: HEIGHT });
  if (path === null) return null;
  return (
    <svg className="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={path} fill="none" stroke={color} strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
