import { theme as antdTheme, ConfigProvider, type ThemeConfig } from 'antd';
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useIsPrinting, useMediaQuery, useReducedMotion } from '../lib/browser-state.ts';
import { cspNonce, publicPath } from '../lib/page-meta.ts';

type ThemeMode = 'light' | 'dark';

/** Provides the antd tokens as CSS variables (`--ant-…`). */
const THEME_CLASS = 'clearwatch';

/** Colors without an antd token. Text has a contrast of at least 4.5:1 in both themes. */
interface ThemeColors {
  credits: string;
  debits: string;
  good: string;
  bad: string;
  blue: string;
  blueGround: string;
}

export const PALETTES: Record<ThemeMode, ThemeColors> = {
  light: {
    credits: '#0f766e',
    debits: '#64748b',
    good: '#15803d',
    bad: '#b91c1c',
    blue: '#1d4ed8',
    blueGround: '#e6eefc',
  },
  dark: {
    credits: '#2dd4bf',
    debits: '#94a3b8',
    good: '#4ade80',
    bad: '#f87171',
    blue: '#93b8fd',
    blueGround: '#16264a',
  },
};

const SHARED = {
  borderRadius: 6,
  fontSize: 14,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  fontFamilyCode: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
} as const;

const LIGHT: ThemeConfig['token'] = {
  ...SHARED,
  colorPrimary: '#0f766e',
  colorInfo: '#0f766e',
  colorSuccess: '#15803d',
  colorWarning: '#b45309',
  colorError: '#b91c1c',
  colorLink: '#0f766e',
  colorText: '#0f1c24',
  colorTextSecondary: '#475560',
  colorTextTertiary: '#5c6b76',
  colorTextDescription: '#5c6b76',
  // Contrast is also sufficient on disabled fields.
  colorTextPlaceholder: '#5c6b76',
  colorBgLayout: '#f3f6f7',
  colorBgContainer: '#ffffff',
  colorBorder: '#c3ccd2',
  colorBorderSecondary: '#e1e7ea',
  colorSuccessText: '#166534',
  colorWarningText: '#92400e',
  colorErrorText: '#b91c1c',
  // antd would derive gray tints from these dark accents.
  colorPrimaryBg: '#e3f3f1',
  colorPrimaryBgHover: '#d0ebe7',
  colorSuccessBg: '#e8f6ed',
  colorSuccessBorder: '#b5dfc4',
  colorWarningBg: '#fdf3e1',
  colorWarningBorder: '#f0d29a',
  colorErrorBg: '#fdecec',
  colorErrorBorder: '#f3c1c1',
  colorInfoBg: '#e3f3f1',
  colorInfoBorder: '#b3dcd6',
};

const DARK: ThemeConfig['token'] = {
  ...SHARED,
  colorPrimary: '#2dd4bf',
  colorInfo: '#2dd4bf',
  colorSuccess: '#4ade80',
  colorWarning: '#fbbf24',
  colorError: '#f87171',
  colorLink: '#2dd4bf',
  colorText: '#e4ebee',
  colorTextSecondary: '#a9b7bf',
  colorTextTertiary: '#93a3ac',
  colorTextDescription: '#93a3ac',
  colorTextPlaceholder: '#8a9ba4',
  colorBgLayout: '#0c1317',
  colorBgContainer: '#131c21',
  colorBgElevated: '#1a252b',
  colorBorder: '#3a4a53',
  colorBorderSecondary: '#24313a',
  colorSuccessText: '#6ee7a0',
  colorWarningText: '#fcd34d',
  colorErrorText: '#fca5a5',
  colorPrimaryBg: '#12332f',
  colorPrimaryBgHover: '#17423d',
  colorSuccessBg: '#12301f',
  colorSuccessBorder: '#1f5a38',
  colorWarningBg: '#33280f',
  colorWarningBorder: '#5f4a18',
  colorErrorBg: '#3a1a1c',
  colorErrorBorder: '#6e2c2f',
  colorInfoBg: '#12332f',
  colorInfoBorder: '#1f5a52',
};

function themeFor(mode: ThemeMode, { motion }: { motion: boolean }): ThemeConfig {
  const dark = mode === 'dark';
  return {
    algorithm: dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: { ...(dark ? DARK : LIGHT), motion },
    cssVar: { key: THEME_CLASS },
    components: {
      // A dialog opened from a drawer must be above the drawer.
      Drawer: { zIndexPopup: 990 },
      // In the dark theme, antd's red has a contrast below 4.5:1.
      Dropdown: dark ? { colorError: '#fca5a5' } : {},
      Form: dark ? { colorError: '#fca5a5' } : {},
      // In the dark theme, white text has a contrast of 2:1 on teal and 3.6:1 on red.
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        ...(dark && { primaryColor: '#06231f', dangerColor: '#2b0909' }),
      },
    },
  };
}

const STORAGE_KEY = 'clearwatch.theme';

type ThemeModeValue = { mode: ThemeMode; toggle: () => void };

const ThemeModeContext = createContext<ThemeModeValue>({ mode: 'light', toggle: () => undefined });

export function ThemeModeProvider({ children }: { children: ReactNode }) {
  const systemMode = useMediaQuery('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const [chosen, setChosen] = useState<ThemeMode | null>(readStoredMode);
  // Print on white.
  const mode = useIsPrinting() ? 'light' : (chosen ?? systemMode);
  const isReduced = useReducedMotion();

  useLayoutEffect(() => {
    document.documentElement.dataset['theme'] = mode;
  }, [mode]);
  useEffect(() => {
    if (chosen !== null) storeThemeCookie(chosen);
  }, [chosen]);
  useEffect(() => {
    // Follows changes in other tabs.
    const follow = ({ key }: StorageEvent): void => {
      if (key === STORAGE_KEY || key === null) setChosen(readStoredMode());
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

  const paletteVariables = Object.fromEntries(
    Object.entries(PALETTES[mode]).map(([name, color]) => [`--cw-${name}`, color]),
  );
  return (
    <ThemeModeContext value={value}>
      <ConfigProvider
        theme={themeFor(mode, { motion: !isReduced })}
        csp={cspNonce()}
        getPopupContainer={popupContainer}
        // Renders all options of a select for screen readers.
        virtual={false}
      >
        <div id={POPUP_CONTAINER_ID} className={`${THEME_CLASS} app-ground`} style={paletteVariables}>
          {children}
        </div>
      </ConfigProvider>
    </ThemeModeContext>
  );
}

export const useThemeMode = (): ThemeModeValue => use(ThemeModeContext);

const POPUP_CONTAINER_ID = 'ground';

/**
 * Screen readers skip popups outside of landmarks, and a scrolling table would cut off a popup next to its trigger. Not
 * in the body: antd would stop its scrolling with a style element without our nonce; app.css does so instead.
 */
const popupContainer = (trigger?: HTMLElement): HTMLElement =>
  trigger?.closest('main') ?? document.getElementById(POPUP_CONTAINER_ID) ?? document.body;

/** The gateway writes the mode into the next page, so that the first paint has the right colors. */
function storeThemeCookie(mode: ThemeMode): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the only way in every browser
  document.cookie = `clearwatch-theme=${mode}; Path=${publicPath() || '/'}; Max-Age=31536000; SameSite=Strict${secure}`;
}

function readStoredMode(): ThemeMode | null {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : null;
}
