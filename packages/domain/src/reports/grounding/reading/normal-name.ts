/** Case and the width of gaps tell no two names apart. */
export function normalName(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
