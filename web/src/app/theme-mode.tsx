import { ConfigProvider } from 'antd';
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { publicPath } from '../addresses/public-path.ts';
import { useIsPrinting } from '../printing/use-is-printing.ts';
import { cspNonce } from './csp-nonce.ts';
import { paletteVariables, THEME_CLASS, type ThemeMode, themeFor } from './theme.ts';
import { useReducedMotion } from './use-reduced-motion.ts';

/** A taste, nothing personal: the only thing kept in local storage. */
const STORAGE_KEY = 'clearwatch.theme';

interface ThemeModeValue {
  mode: ThemeMode;
  toggle: () => void;
}

const ThemeModeContext = createContext<ThemeModeValue>({ mode: 'light', toggle: () => undefined });

/** Light or dark: as the system says until the user chooses, and the choice stays. */
export function ThemeModeProvider({ children }: { children: ReactNode }) {
  const systemMode = useSystemMode();
  const [chosen, setChosen] = useState<ThemeMode | null>(readChoice);
  // Paper is white, whatever the screen is.
  const mode = useIsPrinting() ? 'light' : (chosen ?? systemMode);
  const isReduced = useReducedMotion();

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = mode;
  }, [mode]);
  useEffect(() => {
    if (chosen !== null) tellNextPage(chosen);
  }, [chosen]);
  useEffect(() => {
    // Another tab of this browser.
    const follow = ({ key }: StorageEvent): void => {
      if (key === STORAGE_KEY || key === null) setChosen(readChoice());
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);

  const value = useMemo(
    () => ({
      mode,
      toggle: () => {
        const next = mode === 'light' ? 'dark' : 'light';
        localStorage.setItem(STORAGE_KEY, next);
        setChosen(next);
      },
    }),
    [mode],
  );

  return (
    <ThemeModeContext value={value}>
      <ConfigProvider
        theme={themeFor(mode, { motion: !isReduced })}
        csp={cspNonce()}
        getPopupContainer={ground}
      >
        <div id={GROUND_ID} className={`${THEME_CLASS} app-ground`} style={paletteVariables(mode)}>
          {children}
        </div>
      </ConfigProvider>
    </ThemeModeContext>
  );
}

export function useThemeMode(): ThemeModeValue {
  return use(ThemeModeContext);
}

const GROUND_ID = 'ground';

/**
 * Where dialogs and menus are drawn: inside the themed element, not in the body. There antd would lock scrolling by a
 * style element without our nonce, which the CSP refuses; app.css does it instead.
 */
function ground(): HTMLElement {
  return document.getElementById(GROUND_ID) ?? document.body;
}

/** The gateway writes it into the next page, so that even its first paint has these colours (web/index.html). */
function tellNextPage(mode: ThemeMode): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the only way in every browser
  document.cookie = `clearwatch-theme=${mode}; Path=${publicPath() || '/'}; Max-Age=31536000; SameSite=Strict${secure}`;
}

const darkSystem = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

function useSystemMode(): ThemeMode {
  return useSyncExternalStore(
    (changed) => {
      const query = darkSystem();
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => (darkSystem().matches ? 'dark' : 'light'),
  );
}

function readChoice(): ThemeMode | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : null;
}
