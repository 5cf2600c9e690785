import { createRequire } from 'node:module';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { defaultMetadataStorage as TypeStorage } from 'class-transformer/types/storage.js';
import { getMetadataStorage } from 'class-validator';
import { validationMetadatasToSchemas } from 'class-validator-jsonschema';
import type { RequestHandler } from 'express';

export type SchemasByName = Record<string, object>;

const REFERENCE = /"#\/components\/schemas\/([^"/]+)"/g;

/** Replaces each named schema with that of its class and adds referenced schemas recursively. */
export function addReferencedSchemas(named: SchemasByName, derived: Readonly<SchemasByName>): void {
  const waiting = Object.keys(named);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = derived[name] ?? named[name];
    if (schema === undefined) continue;
    named[name] = schema;
    for (const [, referred = ''] of JSON.stringify(schema).matchAll(REFERENCE))
      if (!Object.hasOwn(named, referred)) waiting.push(referred);
  }
}

const { defaultMetadataStorage } = createRequire(import.meta.url)('class-transformer/cjs/storage.js') as {
  defaultMetadataStorage: typeof TypeStorage;
};

export const OPENAPI_PATH = '/openapi.json';

export function buildOpenApi(app: INestApplication, service: string): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle(`Clearwatch ${service}`)
    .setVersion('1')
    .addCookieAuth('session')
    .build();
  const document = SwaggerModule.createDocument(app, config);
  const derived = validationMetadatasToSchemas({
    classValidatorMetadataStorage: getMetadataStorage(),
    classTransformerMetadataStorage: defaultMetadataStorage,
    refPointerPrefix: '#/components/schemas/',
  });
  addReferencedSchemas(document.components?.schemas ?? {}, derived);
  return document;
}

/** Served on the service's private port. The gateway merges the parts into `/api/docs`. */
export function serveOpenApi(app: INestApplication, service: string): void {
  let document: OpenAPIObject | undefined;
  const serve: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' || request.path !== OPENAPI_PATH) return next();
    document ??= buildOpenApi(app, service);
    response.json(document);
  };
  app.use(serve);
}
