import { addReferencedSchemas, type SchemasByName } from './serve-openapi.ts';

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the shapes of a description', () => {
  it('are those of the classes, with everything that these refer to, however deep', () => {
    const named: SchemasByName = { Receipt: { type: 'object' } };
    const derived = {
      Receipt: { properties: { totals: { items: referenceTo('Totals') } } },
      Totals: { properties: { declared: referenceTo('Sums') } },
      Sums: { properties: { of: referenceTo('Totals') } },
      Stranger: {},
    };
    addReferencedSchemas(named, derived);

    expect(named).toEqual({ Receipt: derived.Receipt, Totals: derived.Totals, Sums: derived.Sums });
  });

  it('stay as they are where nothing is derived', () => {
    const named: SchemasByName = { Kept: { type: 'string' }, Asking: referenceTo('Nowhere') };
    addReferencedSchemas(named, {});

    expect(named).toEqual({ Kept: { type: 'string' }, Asking: referenceTo('Nowhere') });
  });
});
