import type { ColumnChoices, DocumentColumns, PageWord } from '@clearwatch/contracts/document-layouts.dto';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { documentPageUrl } from '../../api/documents-api.ts';
import { isMovable, moveCut, ruleFor } from './column-choices.ts';

/** Shares of the page width. */
const STEP = 0.002;
const LARGE_STEP = 0.02;

const percent = (share: number): string => `${100 * share}%`;

interface ColumnsPageProps {
  documentId: number;
  fileName: string;
  data: DocumentColumns;
  names: readonly string[];
  choices: ColumnChoices;
  /** The line of an entry whose boundaries are shown, from 0. */
  entryLine: number;
  zoom: number;
  onChange: (choices: ColumnChoices) => void;
  onLine: (index: number) => void;
}

/** The page with the boundaries of its columns. Text files have no picture: their words are drawn. */
export function ColumnsPage(props: ColumnsPageProps) {
  const { documentId, fileName, data, names, choices, entryLine, zoom, onChange, onLine } = props;
  const { page, hasPicture, pageLines, words, width, height } = data;
  const sheet = useRef<HTMLDivElement>(null);
  const label = `Page ${page} of ${fileName}`;
  return (
    <div className="columns-scroll">
      <div className="columns-sheet" ref={sheet} style={{ width: percent(zoom) }}>
        {hasPicture ? (
          <img src={documentPageUrl(documentId, page)} alt={label} draggable={false} />
        ) : (
          <DrawnWords words={words} label={label} size={{ width, height }} />
        )}
        {pageLines.map((line, index) => (
          // The list of lines below the page does the same by keyboard.
          <span
            // oxlint-disable-next-line react/no-array-index-key -- lines never change their order
            key={index}
            aria-hidden
            className={`columns-line columns-line-${ruleFor(choices, line.text)?.role ?? 'plain'}`}
            style={{
              left: percent(line.x),
              top: percent(line.y),
              width: percent(line.width),
              height: percent(line.height),
            }}
            onClick={() => onLine(index)}
          />
        ))}
        {choices.cuts.map((cut, index) =>
          isMovable(cut) && Math.floor(cut) === entryLine ? (
            <Boundary
              // oxlint-disable-next-line react/no-array-index-key -- a boundary keeps its place in the order
              key={index}
              at={cut - entryLine}
              label={`Boundary between ${names[index] ?? ''} and ${names[index + 1] ?? ''}`}
              sheet={sheet}
              onMove={(to) => onChange(moveCut(choices, index, entryLine + to))}
            />
          ) : null,
        )}
      </div>
    </div>
  );
}

interface BoundaryProps {
  at: number;
  label: string;
  sheet: { readonly current: HTMLDivElement | null };
  onMove: (to: number) => void;
}

function Boundary({ at, label, sheet, onMove }: BoundaryProps) {
  const drag = ({ clientX, buttons }: PointerEvent): void => {
    const box = sheet.current?.getBoundingClientRect();
    if (buttons === 1 && box !== undefined && box.width > 0) onMove((clientX - box.left) / box.width);
  };
  const press = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onMove(at + (event.key === 'ArrowLeft' ? -step : step));
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot be a line across the page
      role="slider"
      tabIndex={0}
      className="columns-boundary"
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(1_000 * at) / 10}
      aria-valuetext={`${(100 * at).toFixed(1)} percent of the page width`}
      style={{ left: percent(at) }}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture?.(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}

interface DrawnWordsProps {
  words: readonly PageWord[];
  label: string;
  size: { width: number; height: number };
}

function DrawnWords({ words, label, size: { width, height } }: DrawnWordsProps) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {words.map((word, index) => (
        <text
          // oxlint-disable-next-line react/no-array-index-key -- words never change their order
          key={index}
          x={word.x * width}
          y={(word.y + 0.8 * word.height) * height}
          fontSize={0.85 * word.height * height}
          textLength={word.width * width}
          lengthAdjust="spacingAndGlyphs"
        >
          {word.text}
        </text>
      ))}
    </svg>
  );
}
