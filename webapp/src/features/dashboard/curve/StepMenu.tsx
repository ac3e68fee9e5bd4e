import ExpandMore from '@mui/icons-material/ExpandMore';
import Chip from '@mui/material/Chip';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { TermInfo } from '../../../design/TermInfo';
import { type Resolution, resolutions } from '../viewpoint/viewpoint';

interface StepMenuProps {
  /** The step of the curve on screen, ISO 8601. */
  step: string;
  value: Resolution;
  onChange: (resolution: Resolution) => void;
}

/** Says how wide a step of the curve is, and lets one choose another. */
export function StepMenu({ step, value, onChange }: StepMenuProps) {
  const t = useT();
  const translator = useTranslator();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Chip
        variant="outlined"
        size="small"
        label={t('design.curve.step', { step: translator.any(`formats.step.${step}`, undefined, step) })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        onDelete={(event: { currentTarget: HTMLElement }) => setAnchor(event.currentTarget.parentElement)}
        deleteIcon={<ExpandMore aria-hidden />}
        sx={{ height: 28 }}
      />
      <TermInfo of="step" />
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {resolutions.map((one) => (
          <MenuItem
            key={one}
            selected={one === value}
            onClick={() => {
              setAnchor(null);
              onChange(one);
            }}
          >
            {t(`enums.Resolution.${one}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
