import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { constants } from 'node:zlib';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import compression from 'compression';
import express, { type Request, type RequestHandler } from 'express';
import { cookieIn } from '../sessions/session-cookie.ts';
import { nonceOf } from './browser-protection.ts';

/**
 * Distinguishes application screens from missing files. Company names may contain dots (`/companies/Example.com`), so
 * `Accept: text/html` is the criterion. Clients that accept any type get the page only for paths without a dot.
 */
export function isPageAddress(path: string, accept: string | undefined): boolean {
  const segments = path.split('/');
  if (!isReadable(path)) return false;
  if (segments.some((segment) => segment.startsWith('.')) || path.startsWith('/assets/')) return false;
  if (/\btext\/html\b/.test(accept ?? '')) return true;
  const acceptsAnything = accept === undefined || accept.includes('*/*');
  return acceptsAnything && !(segments.at(-1) ?? '').includes('.');
}

/** No screen has invalid escapes or control characters in its address. */
function isReadable(path: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

interface PageSettings {
  /** Path prefix that the proxy uses; may be empty. */
  publicPath: string;
  sessionCookie: string;
}

/** Set by the web application, so that the first paint has the right colors. */
const THEME_COOKIE = 'clearwatch-theme';
const THEMES = ['light', 'dark'];

/** Fills the placeholders of web/index.html. @param request.cookies the `Cookie` header */
export function renderPage(
  html: string,
  { nonce, cookies }: { nonce: string; cookies: string },
  settings: PageSettings,
): string {
  const { publicPath, sessionCookie } = settings;
  const theme = THEMES.find((known) => cookieIn(cookies, THEME_COOKIE) === known) ?? 'system';
  // For the first paint only. Access is checked later.
  const frame = cookieIn(cookies, sessionCookie) === null ? 'sign-in' : 'screen';
  return html
    .replaceAll('__CSP_NONCE__', nonce)
    .replaceAll('__PUBLIC_PATH__', publicPath)
    .replaceAll('__THEME__', theme)
    .replaceAll('__FRAME__', frame);
}

/** Output as small as with the best gzip level, in a fraction of the time that the best brotli level takes. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/** File names in `/assets` contain a hash of the content. */
export function staticWeb(web: { directory: string } & PageSettings): RequestHandler[] {
  const { directory } = web;
  const files = { index: false, redirect: false, dotfiles: 'ignore' } as const;
  const immutable = { ...files, immutable: true, maxAge: '365d' } as const;
  const assets = join(directory, 'assets');
  const packed = express.static(assets, {
    ...immutable,
    setHeaders: (response, file) => {
      response.setHeader('Content-Encoding', 'br');
      response.setHeader('Content-Type', PRECOMPRESSED_TYPES[extname(file.slice(0, -'.br'.length))] ?? '');
    },
  });
  const others = express.static(directory, {
    ...files,
    maxAge: 0,
    setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
  });
  return [
    outsideApi('/assets', precompressedAsset(packed)),
    outsideApi('', compression({ threshold: 1_024, brotli: { params: BROTLI } })),
    outsideApi('/assets', express.static(assets, immutable)),
    outsideApi('', others),
    servePage(web),
  ];
}

const PRECOMPRESSED_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves `url` instead and restores the original URL for later middleware. */
function rewritten(url: string, serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { url: original } = request;
    request.url = url;
    void serve(request, response, (error?: unknown) => {
      request.url = original;
      next(error);
    });
  };
}

/** Files that the build compressed (web/vite.config.ts), for browsers that accept brotli. */
function precompressedAsset(packed: RequestHandler): RequestHandler {
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const { path } = request;
    const isPacked = PRECOMPRESSED_TYPES[extname(path)] !== undefined && request.acceptsEncodings('br') === 'br';
    return isPacked ? rewritten(`${path}.br`, packed)(request, response, next) : next();
  };
}

/** Matches no file in the build, because index.html with its placeholders must not be served raw. */
const UNSAFE_PATH = /%|\/\/|\/\.{1,2}\//;

function outsideApi(prefix: string, serve: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const { path } = request;
    const isFile = path.startsWith(`${prefix}/`) && path !== '/index.html' && !UNSAFE_PATH.test(path);
    if (isApi(request) || !isFile) return next();
    return rewritten(request.url.slice(prefix.length), serve)(request, response, next);
  };
}

function servePage({ directory, ...settings }: { directory: string } & PageSettings): RequestHandler {
  return async (request, response, next) => {
    if (isApi(request)) return next();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isPageAddress(request.path, request.get('accept'))) {
      throw new AppError('not_found', 'This address does not exist.');
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
