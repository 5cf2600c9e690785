import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { constants } from 'node:zlib';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import compression from 'compression';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { nonceOf } from '../browser-safety/security-headers.ts';
import { isPageAddress } from './is-page-address.ts';
import { type PageSettings, pageFor } from './page-for.ts';

/** As small as gzip at its best, at a fraction of the time of brotli's own best. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** The web application: everything outside `/api`. File names in `/assets` carry a hash of their content. */
export function staticWeb(web: { directory: string } & PageSettings): RequestHandler[] {
  const { directory } = web;
  const files = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  const assets = express.static(join(directory, 'assets'), { ...files, immutable: true, maxAge: '365d' });
  const others = express.static(directory, { ...files, maxAge: 0, setHeaders: notForDirectPages });
  const compress = outsideApi('', compression({ threshold: 1_024, brotli: { params: BROTLI } }));
  return [
    outsideApi('/assets', packedAsset(join(directory, 'assets'))),
    compress,
    outsideApi('/assets', assets),
    outsideApi('', others),
    page(web),
  ];
}

const PACKED_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the build has packed better than anybody could in passing (web/compress-assets.ts), for browsers that take brotli. */
function packedAsset(directory: string): RequestHandler {
  const packed = express.static(directory, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, file) => {
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Content-Type', PACKED_TYPES[extname(file.slice(0, -'.br'.length))] ?? '');
    },
  });
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const { url, path } = request;
    const isPacked = PACKED_TYPES[extname(path)] !== undefined && request.acceptsEncodings('br') === 'br';
    if (!isPacked) {
      next();
      return;
    }
    request.url = `${path}.br`;
    void packed(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  };
}

/** Escapes and detours: none of our files is called so, and the bare page must not be reached that way. */
const DISGUISED = /%|\/\/|\/\.{1,2}\//;

function outsideApi(prefix: string, serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const isFile = path.startsWith(`${prefix}/`) && path !== '/index.html' && !DISGUISED.test(path);
    if (isApi(request) || !isFile) {
      next();
      return;
    }
    const { url } = request;
    request.url = url.slice(prefix.length);
    void serve(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  };
}

function notForDirectPages(response: { setHeader(name: string, value: string): void }): void {
  response.setHeader('Cache-Control', 'no-cache');
}

function page({ directory, ...settings }: { directory: string } & PageSettings): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    if (isApi(request)) {
      next();
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isPageAddress(request.path, request.get('accept'))) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    const html = await readPage(join(directory, 'index.html'));
    response
      .status(200)
      .setHeader('Cache-Control', 'no-cache')
      .type('html')
      .send(pageFor(html, { nonce: nonceOf(response), cookies: request.get('cookie') ?? '' }, settings));
  };
}

async function readPage(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new AppError('unavailable', 'The web application is not built. Run the build and try again.', {
      cause: error,
    });
  }
}

function isApi(request: Request): boolean {
  return request.path === '/api' || request.path.startsWith('/api/');
}
