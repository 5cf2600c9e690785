import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Injectable } from '@nestjs/common';

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), '/');

const FILES: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', join(ASSETS, 'swagger-ui.css')],
  ['swagger-ui-bundle.js', join(ASSETS, 'swagger-ui-bundle.js')],
]);

/** A file of its own, because the content security policy knows no inline script. */
const START = `window.SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
});
`;

/** Swagger UI from our own address. Its addresses are relative to the page's own, whatever path a proxy puts before it. */
@Injectable()
export class DocsFiles {
  readonly start = START;
  readonly page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Clearwatch API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
  </head>
  <body>
    <div id="api"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;

  /** @throws AppError `not_found` for anything but the files of the page */
  pathOf(name: string): string {
    const path = FILES.get(name);
    if (path === undefined) throw new AppError('not_found', 'There is nothing at this address.');
    return path;
  }
}
