/** Conditions of a WHERE; values travel as parameters only. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly conditions: string[] = [];

  /** @param sql the condition, given the placeholder of its value */
  add(sql: (placeholder: string) => string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(sql(`$${this.values.length}`));
  }

  get isEmpty(): boolean {
    return this.conditions.length === 0;
  }

  /** The same text for the same question. */
  get question(): string {
    return `${this.sql} ${JSON.stringify(this.values)}`;
  }

  /** `true` without any. */
  get sql(): string {
    return this.isEmpty ? 'true' : this.conditions.join(' AND ');
  }
}
