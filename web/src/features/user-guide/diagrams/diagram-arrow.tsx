interface DiagramArrowProps {
  /** The way of the line, as SVG writes it; it ends at the point of the arrow. */
  way: string;
  at: readonly [x: number, y: number];
  towards: 'right' | 'left' | 'up' | 'down';
  words?: { text: string; x: number; y: number };
}

const TURNED = { right: 0, down: 90, left: 180, up: 270 } as const;

export function DiagramArrow({ way, at: [x, y], towards, words }: DiagramArrowProps) {
  return (
    <g className="diagram-arrow">
      <path d={way} fill="none" />
      <path d="M0 0L-8 -4L-8 4Z" transform={`translate(${x} ${y}) rotate(${TURNED[towards]})`} />
      {words !== undefined && (
        <text x={words.x} y={words.y} className="diagram-words">
          {words.text}
        </text>
      )}
    </g>
  );
}
