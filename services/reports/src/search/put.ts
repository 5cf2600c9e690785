/** A value on its way into SQL, with its type there. */
export type Put = (value: string | readonly string[] | readonly number[], type: string) => string;

/** Values as numbered parameters; `values` goes with the statement. */
export function parameters(): { put: Put; values: unknown[] } {
  const values: unknown[] = [];
  return {
    values,
    put: (value, type) => {
      values.push(value);
      return `$${values.length}::${type}`;
    },
  };
}

/**
 * Values as literals, for COPY, which takes no parameters.
 * @param escape of the driver: quotes a text
 */
export function literals(escape: (text: string) => string): Put {
  return (value, type) => {
    if (typeof value === 'string') return `${escape(value)}::${type}`;
    return `ARRAY[${value.map((item) => escape(String(item))).join(', ')}]::${type}`;
  };
}
