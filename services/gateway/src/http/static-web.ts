import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { constants } from 'node:zlib';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import compression from 'compression';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { nonceOf } from './browser-protection.ts';

/**
 * Whether a path outside the API is one of the application's own addresses, which it finds out itself, or a file that
 * is not there. A company's name in an address may hold dots (`/companies/Example.com`), so a browser's own wish for
 * a page decides; programs that accept anything get pages for plain paths only.
 */
export function isPageAddress(path: string, accept: string | undefined): boolean {
  const segments = path.split('/');
  if (!isReadable(path)) return false;
  if (segments.some((segment) => segment.startsWith('.')) || path.startsWith('/assets/')) return false;
  if (/\btext\/html\b/.test(accept ?? '')) return true;
  const acceptsAnything = accept === undefined || accept.includes('*/*');
  return acceptsAnything && !(segments.at(-1) ?? '').includes('.');
}

/** Escapes that mean nothing, and control characters, are in no address of ours. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

interface PageSettings {
  /** Below which a proxy shows the application; empty: at the top. */
  publicPath: string;
  /** Whoever sends it is probably signed in. */
  sessionCookie: string;
}

interface PageRequest {
  nonce: string;
  /** The `Cookie` header; empty: none. */
  cookies: string;
}

/** A taste, nothing personal: the web keeps the choice here so that the very first paint has the right colours. */
const THEME_COOKIE = 'clearwatch-theme';
const THEMES = ['light', 'dark'];

/**
 * The page as this browser gets it. The build leaves places in it for what only the gateway knows: the nonce of the answer,
 * the public path, and what can be drawn before any script has come (web/index.html).
 */
export function renderPage(html: string, { nonce, cookies }: PageRequest, settings: PageSettings): string {
  const { publicPath, sessionCookie } = settings;
  const theme = THEMES.find((known) => cookieIn(cookies, THEME_COOKIE) === known) ?? 'system';
  // A hint for the eye alone: who may see what is asked and answered later.
  const frame = cookieIn(cookies, sessionCookie) === null ? 'sign-in' : 'screen';
  return html
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PUBLIC_PATH__', publicPath)
    .replaceAll('__THEME__', theme)
    .replaceAll('__FRAME__', frame);
}

function cookieIn(cookies: string, name: string): string | null {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** As small as gzip at its best, at a fraction of the time of brotli's own best. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** The web application: everything outside `/api`. File names in `/assets` carry a hash of their content. */
export function staticWeb(web: { directory: string } & PageSettings): RequestHandler[] {
  const { directory } = web;
  const files = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  const assets = express.static(join(directory, 'assets'), { ...files, immutable: true, maxAge: '365d' });
  const others = express.static(directory, { ...files, maxAge: 0, setHeaders: setNoCache });
  const compress = outsideApi('', compression({ threshold: 1_024, brotli: { params: BROTLI } }));
  return [
    outsideApi('/assets', precompressedAsset(join(directory, 'assets'))),
    compress,
    outsideApi('/assets', assets),
    outsideApi('', others),
    servePage(web),
  ];
}

const PRECOMPRESSED_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What the build has packed better than anybody could in passing (web/vite.config.ts), for browsers that take brotli. */
function precompressedAsset(directory: string): RequestHandler {
  const packed = express.static(directory, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, file) => {
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Content-Type', PRECOMPRESSED_TYPES[extname(file.slice(0, -'.br'.length))] ?? '');
    },
  });
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const { url, path } = request;
    const isPacked =
      PRECOMPRESSED_TYPES[extname(path)] !== undefined && request.acceptsEncodings('br') === 'br';
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
const UNSAFE_PATH = /%|\/\/|\/\.{1,2}\//;

function outsideApi(prefix: string, serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const isFile = path.startsWith(`${prefix}/`) && path !== '/index.html' && !UNSAFE_PATH.test(path);
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

function setNoCache(response: { setHeader(name: string, value: string): void }): void {
  response.setHeader('Cache-Control', 'no-cache');
}

function servePage({ directory, ...settings }: { directory: string } & PageSettings): RequestHandler {
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
      .send(renderPage(html, { nonce: nonceOf(response), cookies: request.get('cookie') ?? '' }, settings));
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
