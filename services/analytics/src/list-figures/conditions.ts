/** Conditions of a WHERE; values travel as parameters only. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly quick: string[] = [];
  private readonly slow: string[] = [];

  /** @param sql the condition, given the placeholder of its value */
  add(sql: (placeholder: string) => string, value: unknown): void {
    this.quick.push(this.numbered(sql, value));
  }

  /** A condition for which something must be looked up elsewhere for each row, or for all rows before. */
  addSlow(sql: (placeholder: string) => string, value: unknown): void {
    this.slow.push(this.numbered(sql, value));
  }

  get isEmpty(): boolean {
    return this.values.length === 0;
  }

  get hasSlow(): boolean {
    return this.slow.length > 0;
  }

  /** The same text for the same question. */
  get question(): string {
    return `${this.sql} ${JSON.stringify(this.values)}`;
  }

  /** All of them; `true` without any. */
  get sql(): string {
    return joined([...this.quick, ...this.slow]);
  }

  get quickSql(): string {
    return joined(this.quick);
  }

  get slowSql(): string {
    return joined(this.slow);
  }

  private numbered(sql: (placeholder: string) => string, value: unknown): string {
    this.values.push(value);
    return sql(`$${this.values.length}`);
  }
}

function joined(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}
