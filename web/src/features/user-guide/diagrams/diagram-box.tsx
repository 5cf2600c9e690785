interface DiagramBoxProps {
  x: number;
  y: number;
  width: number;
  /** One or two lines: what it is, then what happens there. */
  title: string;
  words?: string;
  /** Where something ends that people look at. */
  isResult?: true;
}

export const BOX_HEIGHT = 52;

/** A box of a diagram in the colours of the theme. */
export function DiagramBox({ x, y, width, title, words, isResult }: DiagramBoxProps) {
  const middle = x + width / 2;
  return (
    <g className={isResult === true ? 'diagram-box diagram-result' : 'diagram-box'}>
      <rect x={x} y={y} width={width} height={BOX_HEIGHT} rx={6} />
      <text x={middle} y={y + (words === undefined ? 31 : 23)} className="diagram-title">
        {title}
      </text>
      {words !== undefined && (
        <text x={middle} y={y + 40} className="diagram-words">
          {words}
        </text>
      )}
    </g>
  );
}
