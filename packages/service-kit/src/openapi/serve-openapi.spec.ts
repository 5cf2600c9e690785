import { addReferencedSchemas, type SchemasByName } from './serve-openapi.ts';

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('addReferencedSchemas', () => {
  it('the OpenAPI document uses the schemas of the classes and adds all referenced schemas recursively', () => {
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

  it('the OpenAPI document keeps schemas without a class unchanged', () => {
    const named: SchemasByName = { Kept: { type: 'string' }, Asking: referenceTo('Nowhere') };
    addReferencedSchemas(named, {});

    expect(named).toEqual({ Kept: { type: 'string' }, Asking: referenceTo('Nowhere') });
  });
});
