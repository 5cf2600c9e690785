/** WHERE conditions. Values are passed only as parameters. */
export class SqlConditions {
  readonly values: unknown[] = [];
  readonly quick: string[] = [];
  /** Conditions that need a lookup in another table for each row, or for all rows in advance. */
  readonly slow: string[] = [];

  /** Without a value, the condition is omitted. `sql` receives the placeholder for the value. */
  add(sql: (placeholder: string) => string, value: unknown, conditions = this.quick): void {
    if (value !== undefined) conditions.push(sql(`$${this.values.push(value)}`));
  }

  get key(): string {
    return `${this.sql} ${JSON.stringify(this.values)}`;
  }

  get sql(): string {
    return joinConditions([...this.quick, ...this.slow]);
  }
}

export function joinConditions(conditions: readonly string[]): string {
  return conditions.length === 0 ? 'true' : conditions.join(' AND ');
}

/** Caches results by version of the rows, because a version never changes. Evicts the least recently used result. */
export class VersionedCache<Answer> {
  private readonly answers = new Map<string, Promise<Answer>>();

  constructor(private readonly maxAnswers: number) {}

  /** If a query fails, each waiting reader runs it again, and the failure is not cached. */
  async read(version: string, question: string, query: () => Promise<Answer>): Promise<Answer> {
    const key = `${version}\n${question}`;
    const cached = this.answers.get(key);
    const answer = cached ?? query();
    // A Map iterates over keys in insertion order.
    this.answers.delete(key);
    this.answers.set(key, answer);
    for (const oldest of this.answers.keys()) if (this.answers.size > this.maxAnswers) this.answers.delete(oldest);
    if (cached !== undefined) return cached.catch(query);
    answer.catch(() => {
      if (this.answers.get(key) === answer) this.answers.delete(key);
    });
    return answer;
  }
}
