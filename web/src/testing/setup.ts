import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import {
  FakeEventSource,
  FakeMessageChannel,
  FakeResizeObserver,
  FakeXmlHttpRequest,
} from './browser-fakes.ts';
import {
  fastComputedStyle,
  keepVisibilityStylesOnly,
  skipDomDumpWhileRetrying,
  speedUpListLength,
} from './jsdom-speedups.ts';

// Patience for busy machines: a screen fetches its code before it shows anything.
configure({ asyncUtilTimeout: 30_000 });
skipDomDumpWhileRetrying();
speedUpListLength();

// What a browser has and jsdom has not.
Object.assign(globalThis, {
  // Asked for by the libraries, to wait with clocks that stand still.
  jest,
  TextEncoder,
  TextDecoder,
  MessageChannel: FakeMessageChannel,
  EventSource: FakeEventSource,
  XMLHttpRequest: FakeXmlHttpRequest,
  ResizeObserver: FakeResizeObserver,
  // Of somebody who wants less motion: what opens is there at once, not faded in as fast as the machine happens to be.
  matchMedia: (media: string) => ({
    media,
    matches: media === '(prefers-reduced-motion: reduce)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});

/** A canvas that takes every stroke and draws nothing: charts run to their end, only the pixels are missing. */
const nothing: object = new Proxy(() => nothing, {
  get: (_target, name) => (name === 'width' ? 0 : name === Symbol.toPrimitive ? () => 0 : nothing),
  apply: () => nothing,
  set: () => true,
});
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => nothing });
Object.defineProperties(HTMLElement.prototype, {
  scrollIntoView: { configurable: true, value: () => undefined },
  clientWidth: { configurable: true, get: () => 800 },
  clientHeight: { configurable: true, get: () => 400 },
});

keepVisibilityStylesOnly();
const inBrowser = globalThis.getComputedStyle;
// antd asks for the scroll bar's pseudo-element, which jsdom reports as an error.
globalThis.getComputedStyle = fastComputedStyle((element) => inBrowser(element));

afterEach(() => {
  cleanup();
  FakeEventSource.reset();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});
