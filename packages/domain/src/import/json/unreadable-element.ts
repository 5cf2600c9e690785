/** Stands in a batch for an element that cannot be taken as a row, though the file around it is readable. */
export class UnreadableElement {
  readonly field: string;
  readonly reason: string;

  constructor({ field, reason }: { field: string; reason: string }) {
    this.field = field;
    this.reason = reason;
  }
}
