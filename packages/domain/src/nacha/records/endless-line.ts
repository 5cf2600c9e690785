import { RECORD_COLUMNS } from './nacha-record.ts';

/** A line whose end is not in sight: only its beginning is kept. */
export class EndlessLine {
  readonly beginning: string;
  /** Without the blanks at its end. */
  length = RECORD_COLUMNS;
  #passed = 0;

  constructor(text: string) {
    this.beginning = text.slice(0, RECORD_COLUMNS);
  }

  pass(text: string): void {
    const meant = text.trimEnd().length;
    if (meant > 0) this.length = Math.max(RECORD_COLUMNS, this.#passed + meant);
    this.#passed += text.length;
  }
}
