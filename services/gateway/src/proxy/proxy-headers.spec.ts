import { requestHeaders, responseHeaders } from './proxy.middleware.ts';

describe('headers forwarded to a service', () => {
  it('headers forwarded to a service include only listed headers', () => {
    const passed = requestHeaders(
      {
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': '12',
        cookie: 'clearwatch=secret',
        authorization: 'Bearer x',
        connection: 'keep-alive, x-clearwatch-identity',
        'x-clearwatch-identity': 'forged',
        'x-request-id': 'chosen by the browser',
        'x-forwarded-for': '10.0.0.1',
        host: 'evil.example',
        expect: '100-continue',
      },
      { 'x-clearwatch-identity': 'signed' },
    );
    expect(passed).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'content-length': '12',
      'x-clearwatch-identity': 'signed',
    });
  });

  it('headers forwarded to a service declare an empty body', () => {
    expect(requestHeaders({}, {})).toEqual({ 'content-length': '0' });
  });

  it('headers forwarded to a service keep chunked encoding when the length is unknown', () => {
    expect(requestHeaders({ 'transfer-encoding': 'chunked' }, {})).toEqual({
      'transfer-encoding': 'chunked',
    });
  });
});

describe('headers forwarded to the browser', () => {
  it('headers forwarded to the browser omit hop-by-hop headers and headers of the gateway', () => {
    const passed = responseHeaders(
      {
        'content-type': 'text/csv',
        'content-length': '5',
        'x-total-count': '1000',
        connection: 'keep-alive, x-internal',
        'x-internal': '1',
        'keep-alive': 'timeout=5',
        'transfer-encoding': 'chunked',
        'set-cookie': ['a=b'],
        'x-powered-by': 'Express',
        'cache-control': 'public',
      },
      (name) => name === 'cache-control',
    );
    expect(Object.fromEntries(passed)).toEqual({
      'content-type': 'text/csv',
      'content-length': '5',
      'x-total-count': '1000',
    });
  });
});
