/**
 * Whether a file may be JSON (spec section 5: type application/json). Some systems give a file no type at all; then
 * its name decides. The server looks at the bytes.
 */
export function isJsonFile({ type, name }: { type: string; name: string }): boolean {
  return type === 'application/json' || name.toLowerCase().endsWith('.json');
}
