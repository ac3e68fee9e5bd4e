import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import type { Language } from '../../api/language';

/** Each language by its own name, so that everybody finds theirs. */
const languages: readonly { value: Language; name: string }[] = [
  { value: 'fr', name: 'Français' },
  { value: 'nl', name: 'Nederlands' },
];

interface LanguageMenuProps {
  anchor: HTMLElement;
  spoken: Language;
  onPick: (language: Language) => void;
  onClose: () => void;
}

/** The languages to choose from. */
export function LanguageMenu({ anchor, spoken, onPick, onClose }: LanguageMenuProps) {
  return (
    <Menu anchorEl={anchor} open onClose={onClose} slotProps={{ paper: { variant: 'outlined' } }}>
      {languages.map(({ value, name }) => (
        <MenuItem key={value} lang={value} selected={value === spoken} onClick={() => onPick(value)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}
