"""The SdA system (`sda`): pools of like dice that give measures of success."""
