/** Schemas of a document or of a library, by the name of their class. */
export type SchemasByName = Record<string, object>;

const REFERENCE = /"#\/components\/schemas\/([^"/]+)"/g;

/**
 * Gives every named schema what is derived of its class, and adds the shapes that these refer to, and those again: a
 * document without an answer to one of its references cannot be read by programs.
 */
export function describeAll(named: SchemasByName, derived: Readonly<SchemasByName>): void {
  const waiting = Object.keys(named);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = derived[name] ?? named[name];
    if (schema === undefined) continue;
    named[name] = schema;
    for (const [, referred = ''] of JSON.stringify(schema).matchAll(REFERENCE))
      if (!Object.hasOwn(named, referred)) waiting.push(referred);
  }
}
