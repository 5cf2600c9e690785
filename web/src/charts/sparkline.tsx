import { sparklinePath } from './sparkline-path.ts';

const WIDTH = 96;
const HEIGHT = 28;

interface SparklineProps {
  values: number[];
  colour: string;
}

/** The shape of a figure's history. Decoration: the figures themselves are in the trend chart and its table. */
export function Sparkline({ values, colour }: SparklineProps) {
  const path = sparklinePath({ values, width: WIDTH, height: HEIGHT });
  if (path === null) return null;
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke={colour} strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
