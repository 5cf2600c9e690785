import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useThemeMode } from '../theme-mode.tsx';

export function ThemeSwitch() {
  const { mode, toggle } = useThemeMode();
  const label = mode === 'light' ? 'Switch to the dark theme' : 'Switch to the light theme';
  return (
    <Button
      type="text"
      icon={mode === 'light' ? <MoonOutlined aria-hidden /> : <SunOutlined aria-hidden />}
      aria-label={label}
      title={label}
      onClick={toggle}
    />
  );
}
